// The console's case. All lengths come from parameters.scad, which is made from parts.yaml.
// Which part: openscad -D 'part="base"' -D 'seats=4' -D 'panel="0.96"' -o base.stl console.scad
//
// Coordinates, in mm: the middle of the console is the origin, z = 0 its underside, seat 1 at the south (y below 0).
// Hoods stand on z = 0 and lie there as they are for seat 1.

include <parameters.scad>

part = "base";
seats = 4;
panel = "0.96";

$fn = 48;
nothing = 0.01; // so that faces do not coincide

half = case_mm / 2;
base_height = wall_mm + inner_height_mm;
post_at = half - post_from_edge_mm;
button_y = half - button_from_edge_mm;
// Seats go round clockwise, seen from above.
turns = seats == 2 ? [0, 180] : seats == 3 ? [0, -90, 180] : [0, -90, 180, 90];

module plate_2d() {
    offset(corner_mm) square(case_mm - 2 * corner_mm, center = true);
}

module at_corners() {
    for (x = [-1, 1], y = [-1, 1]) translate([x * post_at, y * post_at]) children();
}

module at_pi_holes() {
    rotate(45) for (x = [0, pi_hole_x_mm], y = [-1, 1])
        translate([-pi_length_mm / 2 + pi_hole_edge_mm + x, y * pi_hole_y_mm / 2]) children();
}

module at_board_holes() {
    rotate(45) for (x = [-1, 1], y = [-1, 1])
        translate([x * board_hole_x_mm / 2, y * board_hole_y_mm / 2]) children();
}

module at_seats() {
    for (turn = turns) rotate(turn) children();
}

// ------------------------------------------------------------ lid

module lid_2d() {
    difference() {
        plate_2d();
        at_corners() circle(d = screw_m3_mm);
        at_seats() {
            translate([0, -button_y]) circle(d = button_hole_mm);
            hood_openings_2d();
        }
    }
}

// Room for the display's lead and pins, and two screws.
module hood_openings_2d() {
    translate([-13, -face_y_mm + 3]) square([26, face_y_mm - 3 - hood_screw_y_mm - 3.5]);
    for (x = [-1, 1]) translate([x * hood_screw_x_mm, -hood_screw_y_mm]) circle(d = screw_m25_mm);
}

// ------------------------------------------------------------ base

// Flat shapes are pulled up as far as they go: that takes OpenSCAD a second, where solid ones take it minutes.
module base() {
    difference() {
        union() {
            linear_extrude(wall_mm) difference() { plate_2d(); floor_vents_2d(); }
            linear_extrude(base_height) walls_2d();
            linear_extrude(wall_mm + pi_standoff_mm) at_pi_holes() post_2d(6, screw_m25_pilot_mm);
            linear_extrude(wall_mm + board_standoff_mm) at_board_holes() post_2d(7, screw_m25_pilot_mm);
            linear_extrude(wall_mm + clamp_post_mm) clamp_seat_2d();
        }
        wall_openings();
        translate([lead_x_mm, -half + 8, wall_mm + clamp_post_mm]) lead_groove();
    }
}

module walls_2d() {
    difference() {
        union() {
            difference() { plate_2d(); offset(-wall_mm) plate_2d(); }
            at_corners() circle(d = post_mm, $fn = 24);
        }
        at_corners() circle(d = screw_m3_pilot_mm, $fn = 16);
    }
}

module post_2d(outer, pilot) {
    difference() {
        circle(d = outer, $fn = 24);
        circle(d = pilot, $fn = 16);
    }
}

module at_clamp() {
    for (x = [-9, 9]) translate([lead_x_mm + x, -half + 14]) children();
}

// The lower half of the clamp: two posts and a ridge between them, on which the lead lies.
module clamp_seat_2d() {
    difference() {
        union() {
            at_clamp() circle(d = 7, $fn = 24);
            translate([lead_x_mm - 9, -half + 9]) square([18, 10]);
        }
        at_clamp() circle(d = screw_m3_pilot_mm, $fn = 16);
    }
}

// Half a millimetre tighter than the lead, along y: half of it in the ridge, half in the clamp.
module lead_groove() {
    rotate([-90, 0, 0]) cylinder(d = lead_mm - 0.5, h = 12);
}

module floor_vents_2d() {
    rotate(45) for (x = [-18 : 9 : 10]) translate([x, 0]) square([3, 34], center = true);
}

module wall_vents_2d(height) {
    for (x = [-1, 1], step = [0 : 3]) translate([x * (48 + 6 * step) - 1.5, height - 24]) square([3, 14]);
}

module wall_openings() {
    for (turn = [-90, 90, 180]) rotate(turn) in_wall() wall_vents_2d(base_height);
    in_wall() south_openings_2d(base_height);
}

module in_wall() {
    translate([0, -half + wall_mm + nothing, 0]) rotate([90, 0, 0]) linear_extrude(wall_mm + 2 * nothing) children();
}

// A notch for the supply's lead, open at the top, holes for host and shutdown button, and seven small ones for the sound.
module south_openings_2d(height) {
    translate([lead_x_mm - (lead_mm + 1) / 2, wall_mm + clamp_post_mm]) square([lead_mm + 1, height]);
    translate([lead_x_mm, wall_mm + clamp_post_mm]) circle(d = lead_mm + 1);
    for (x = [host_x_mm, shutdown_x_mm]) translate([x, height / 2]) circle(d = push_button_hole_mm);
    translate([piezo_x_mm, height / 2]) sound_holes_2d();
}

module sound_holes_2d() {
    circle(d = sound_hole_mm, $fn = 16);
    for (turn = [0 : 60 : 300]) rotate(turn) translate([2 * sound_hole_mm, 0]) circle(d = sound_hole_mm, $fn = 16);
}

module clamp() {
    difference() {
        translate([-14, -5, 0]) cube([28, 10, clamp_mm]);
        for (x = [-9, 9]) translate([x, 0, -nothing]) cylinder(d = screw_m3_mm, h = clamp_mm + 1);
        translate([0, -6, 0]) lead_groove();
    }
}

module foot() {
    cylinder(d1 = foot_mm, d2 = foot_mm - 2, h = 6);
}

// ------------------------------------------------------------ hood

board_w = panel_figure(panel, "board_w_mm");
board_h = panel_figure(panel, "board_h_mm");
hood_h = panel_figure(panel, "hood_height_mm");
inner_w = board_w + 2 * panel_play_mm;
outer_w = inner_w + 2 * hood_wall_mm;
mid_w = inner_w + hood_wall_mm; // from the middle of one cheek to that of the other
face_l = board_h + 6;

// Lays the plane of the screen: x to the right, y up along the face, z towards the player.
module on_face() {
    translate([0, -face_y_mm, face_z_mm]) rotate([screen_tilt_deg, 0, 0]) children();
}

face_top_y = -face_y_mm + face_l * cos(screen_tilt_deg);
face_top_z = face_z_mm + face_l * sin(screen_tilt_deg);

module hood() {
    difference() {
        union() {
            for (x = [-1, 1]) translate([x * (outer_w - hood_wall_mm) / 2, 0, 0]) cheek();
            face_blank();
            visor();
            translate([-mid_w / 2, -hood_front_mm, 0]) cube([mid_w, 5.5, 3]);
            hood_bosses();
        }
        hood_pilots();
        on_face() face_openings();
        translate([-100, -100, -50]) cube([200, 200, 50]);
    }
}

module cheek() {
    rotate([90, 0, 90]) translate([0, 0, -hood_wall_mm / 2]) linear_extrude(hood_wall_mm) polygon([
        [-hood_front_mm, 0], [-hood_front_mm, hood_h * 0.68], [-hood_front_mm + 9, hood_h - 2], [-36, hood_h],
        [-33, hood_h], [-hood_back_mm, face_top_z + 3], [-hood_back_mm, 0]
    ]);
}

module face_blank() {
    on_face() {
        translate([-mid_w / 2, 0, -hood_wall_mm]) cube([mid_w, face_l, hood_wall_mm]);
        for (x = [-1, 1], y = [-1, 1])
            translate([x * panel_figure(panel, "hole_x_mm") / 2, face_l / 2 + y * panel_figure(panel, "hole_y_mm") / 2, -hood_wall_mm - 2.5])
                cylinder(d = 4, h = 3, $fn = 20);
    }
}

module face_openings() {
    w = panel_figure(panel, "active_w_mm") + 2 * window_margin_mm;
    h = panel_figure(panel, "active_h_mm") + 2 * window_margin_mm;
    translate([0, face_l / 2 + panel_figure(panel, "active_up_mm"), -hood_wall_mm - nothing])
        linear_extrude(hood_wall_mm + 2 * nothing, scale = [(w + 2) / w, (h + 2) / h]) square([w, h], center = true);
    for (x = [-1, 1], y = [-1, 1])
        translate([x * panel_figure(panel, "hole_x_mm") / 2, face_l / 2 + y * panel_figure(panel, "hole_y_mm") / 2, -hood_wall_mm - 2.6])
            cylinder(d = screw_m2_pilot_mm, h = panel_pilot_depth_mm + 0.1, $fn = 16);
}

// From the upper edge of the face up and a little forward: nobody opposite looks in.
module visor() {
    rotate([90, 0, 90]) translate([0, 0, -mid_w / 2]) linear_extrude(mid_w) polygon([
        [face_top_y - 1.5, face_top_z - 1.5], [-36, hood_h], [-33.5, hood_h], [face_top_y + 1.5, face_top_z - 1]
    ]);
}

module hood_bosses() {
    for (x = [-1, 1]) translate([x * hood_screw_x_mm, -hood_screw_y_mm, 0]) cylinder(d = 6, h = 9, $fn = 24);
    for (x = [-1, 1]) translate([x > 0 ? hood_screw_x_mm : -mid_w / 2, -hood_screw_y_mm - 2, 0])
        cube([mid_w / 2 - hood_screw_x_mm, 4, 9]);
}

module hood_pilots() {
    for (x = [-1, 1]) translate([x * hood_screw_x_mm, -hood_screw_y_mm, -nothing]) cylinder(d = screw_m25_pilot_mm, h = hood_pilot_depth_mm, $fn = 16);
}

// ------------------------------------------------------------ stand of the table display

module stand() {
    depth = 45;
    difference() {
        union() {
            translate([-mid_w / 2, -face_y_mm, 0]) cube([mid_w, depth, 3]);
            translate([-mid_w / 2, -face_y_mm, 0]) cube([mid_w, 4, 4]);
            face_blank();
            for (x = [-1, 1]) translate([x * (outer_w - hood_wall_mm) / 2, 0, 0]) stand_cheek(depth);
        }
        on_face() face_openings();
        translate([-100, -100, -50]) cube([200, 200, 50]);
        translate([0, -face_y_mm + depth - 12, -nothing]) cylinder(d = 8, h = 4);
    }
}

module stand_cheek(depth) {
    rotate([90, 0, 90]) translate([0, 0, -hood_wall_mm / 2]) linear_extrude(hood_wall_mm) polygon([
        [-face_y_mm, 0], [-face_y_mm, face_z_mm], [face_top_y, face_top_z], [-face_y_mm + depth, 3], [-face_y_mm + depth, 0]
    ]);
}

// ------------------------------------------------------------ sheets for a laser

sheet_height = inner_height_mm + sheet_mm + tab_from_edge_mm;
fingers = floor(sheet_height / finger_mm);

// A wall as seen from outside, its lower left corner at the origin. Walls at the south and north have their first
// finger at the bottom (first = 0), those at the west and east the second one (first = 1), so they interlock.
module wall_2d(first) {
    difference() {
        square([case_mm, sheet_height]);
        for (finger = [first : 2 : fingers - 1]) for (x = [0, case_mm - sheet_mm])
            translate([x - nothing, finger * finger_mm - nothing])
                square([sheet_mm + 2 * nothing, (finger == fingers - 1 ? sheet_height : finger_mm) + 2 * nothing]);
        for (x = [-1, 1]) translate([half + x * case_mm / 4 - tab_mm / 2, tab_from_edge_mm]) square([tab_mm, sheet_mm]);
    }
}

module plain_wall_2d(first) {
    difference() {
        wall_2d(first);
        translate([half, 0]) wall_vents_2d(sheet_height);
    }
}

module south_wall_2d() {
    difference() {
        wall_2d(1);
        translate([half, tab_from_edge_mm]) south_openings_2d(sheet_height);
    }
}

module bottom_2d() {
    inner = case_mm - 2 * sheet_mm;
    difference() {
        union() {
            square(inner, center = true);
            for (turn = [0, 90, 180, 270]) rotate(turn) for (x = [-1, 1])
                translate([x * case_mm / 4 - tab_mm / 2, -half]) square([tab_mm, sheet_mm + 1]);
        }
        at_corners() circle(d = screw_m3_mm);
        at_pi_holes() circle(d = screw_m25_mm);
        at_board_holes() circle(d = screw_m25_mm);
        at_clamp() circle(d = screw_m3_mm);
        floor_vents_2d();
    }
}

// ------------------------------------------------------------ which one

if (part == "base") base();
else if (part == "lid") linear_extrude(lid_mm) lid_2d();
else if (part == "hood") hood();
else if (part == "clamp") clamp();
else if (part == "foot") foot();
else if (part == "stand") stand();
else if (part == "lid-sheet") lid_2d();
else if (part == "bottom-sheet") bottom_2d();
else if (part == "south-wall-sheet") south_wall_2d();
else if (part == "north-wall-sheet") plain_wall_2d(1);
else if (part == "side-wall-sheet") plain_wall_2d(0);
else assert(false, str("no part ", part));
