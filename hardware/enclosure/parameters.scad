// Made from parts.yaml by python -m tools.generated; all lengths in mm.

bed_mm = 220;
case_mm = 210;
corner_mm = 12;
wall_mm = 3;
lid_mm = 3;
inner_height_mm = 62;
post_mm = 10;
post_from_edge_mm = 11;
button_hole_mm = 30;
button_bezel_mm = 36;
button_body_mm = 40;
button_depth_mm = 58;
button_from_edge_mm = 28;
hood_front_mm = 57;
hood_back_mm = 23;
hood_wall_mm = 2;
hood_screw_x_mm = 10.5;
hood_screw_y_mm = 27.5;
face_y_mm = 53;
face_z_mm = 2;
screen_tilt_deg = 45;
panel_play_mm = 1;
window_margin_mm = 1;
pi_length_mm = 85;
pi_width_mm = 56;
pi_hole_x_mm = 58;
pi_hole_y_mm = 49;
pi_hole_edge_mm = 3.5;
pi_height_mm = 18;
pi_standoff_mm = 5;
pi_plug_mm = 35;
board_length_mm = 90;
board_width_mm = 70;
board_hole_x_mm = 84;
board_hole_y_mm = 64;
board_standoff_mm = 32;
board_parts_mm = 24;
push_button_hole_mm = 12;
host_x_mm = -58;
shutdown_x_mm = -82;
piezo_mm = 30;
piezo_deep_mm = 10;
piezo_x_mm = 38;
sound_hole_mm = 3;
lead_mm = 5;
lead_x_mm = 68;
foot_mm = 12;
screw_m3_mm = 3.4;
screw_m3_pilot_mm = 2.6;
screw_m25_mm = 2.9;
screw_m25_head_mm = 5;
screw_free_mm = 2;
screw_m25_pilot_mm = 2.1;
screw_m2_pilot_mm = 1.7;
panel_pilot_depth_mm = 3.5;
hood_pilot_depth_mm = 8;
thinnest_board_mm = 1.2;
clamp_mm = 6;
clamp_post_mm = 9;
sheet_mm = 3;
finger_mm = 13;
tab_mm = 30;
tab_from_edge_mm = 4;

// One row for each size of panel.
panels = [
    ["0.96", [["board_w_mm", 27.5], ["board_h_mm", 28], ["hole_x_mm", 23.5], ["hole_y_mm", 23.7], ["active_w_mm", 21.8], ["active_h_mm", 10.9], ["active_up_mm", 1.5], ["hood_height_mm", 52]]],
    ["1.3", [["board_w_mm", 35.5], ["board_h_mm", 33.6], ["hole_x_mm", 30.5], ["hole_y_mm", 28.5], ["active_w_mm", 29.5], ["active_h_mm", 14.7], ["active_up_mm", 1.5], ["hood_height_mm", 62]]],
    ["2.42", [["board_w_mm", 72], ["board_h_mm", 44], ["hole_x_mm", 67], ["hole_y_mm", 39], ["active_w_mm", 55.1], ["active_h_mm", 27.5], ["active_up_mm", 1.5], ["hood_height_mm", 0]]],
];

function look_up(rows, key) = [for (row = rows) if (row[0] == key) row[1]][0];
function panel_figure(panel, name) = look_up(look_up(panels, panel), name);
